// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {IFullBlindBox} from "../../../src/box/IFullBlindBox.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";

contract BoxReplayTest is BoxBase {
    uint256 private constant LOW = 100;
    uint256 private constant LOW_DUE = 1.01 ether;

    function openAt(BoxOrder memory order, uint256 fee, Sig memory word) private {
        vm.prank(bob);
        box.open{value: PRICE + PRICE * fee / 10_000}(order, none(), fee, word, 1, bob);
    }

    /// @dev Recovers to some account that is no fee signer; which one is not known in advance.
    function refused(BoxOrder memory order, uint256 fee, Sig memory word) private {
        uint256 waiting = box.boxOf(box.hashBox(order)).pending;
        uint256 value = PRICE + PRICE * fee / 10_000;
        vm.prank(bob);
        (bool ok, bytes memory why) =
            address(box).call{value: value}(abi.encodeWithSelector(bytes4(0xc7e064b8), order, none(), fee, word, 1, bob));
        vm.assertTrue(!ok && bytes4(why) == bytes4(keccak256("FeesSignatureInvalid(address)")), "refused");
        vm.assertEq(box.boxOf(box.hashBox(order)).pending, waiting, "untouched");
    }

    function test_AFeeSignatureElsewhere() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        BoxOrder memory other = aBox(coin());
        other.key.salt = 2;
        registered(other);
        Sig memory word = signed(FEE_KEY, box.buyerFeeDigest(id, LOW));
        refused(other, LOW, word);
        refused(order, LOW - 1, word);
        refused(order, LOW, mirrored(word));
        vm.chainId(1);
        refused(order, LOW, word);
        vm.chainId(31_337);
        openAt(order, LOW, word);
    }

    function test_AFeeSignatureOfAnotherContract() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = registered(order);
        IFullBlindBox own = box;
        address twin = address(0xB0B0);
        vm.etch(twin, address(box).code);
        bytes32 digest = IFullBlindBox(twin).buyerFeeDigest(id, LOW);
        vm.assertTrue(digest != own.buyerFeeDigest(id, LOW), "another domain");
        refused(order, LOW, signed(FEE_KEY, digest));
    }

    function test_AFeeSignatureAgain() public {
        BoxOrder memory order = aBox(coin());
        Sig memory word = signed(FEE_KEY, box.buyerFeeDigest(registered(order), LOW));
        openAt(order, LOW, word);
        openAt(order, LOW, word);
        vm.assertEq(address(box).balance, 10 ether + 2 * LOW_DUE, "both at the signed fee");
        vm.prank(operator);
        box.raiseFeeEpoch();
        refused(order, LOW, word);
    }

    function test_AWordTwice() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 1);
        openAs(eve, id, 1);
        mine(2);
        reveal(id, 0);
        bytes32 shown = preimage(0);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, shown));
        box.reveal(id, shown);
        reveal(id, 1);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxNothingPending.selector, id));
        box.reveal(id, preimage(1));
    }

    function test_ARequestThatIsOver() public {
        bytes32 id = registered(aBox(coin()));
        drawn(bob, id, 1);
        openAs(eve, id, 1);
        vm.warp(vm.getBlockTimestamp() + 30 minutes);
        box.refund(id);
        uint256 left = address(box).balance;
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxNothingPending.selector, id));
        box.refund(id);
        vm.assertEq(address(box).balance, left, "once");
    }
}
