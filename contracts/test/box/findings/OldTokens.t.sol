// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {KittyToken} from "./KittyToken.sol";
import {DearKitty, ListedERC721, OldNonFungibleToken, OperatorToken} from "./OldTokens.sol";

/// @notice Prizes of type 4 of other tokens: what came in by the proxy leaves, by a plain transfer or the way it came.
contract OldTokensTest is BoxBase {
    uint256 private constant FIRST = 77;

    OldNonFungibleToken private old;

    function setUp() public override {
        super.setUp();
        old = new OldNonFungibleToken();
    }

    /// @dev A series of one box for each of `count` items from FIRST on.
    function series(KittyToken token_, uint256 count) private returns (bytes32) {
        for (uint256 i; i < count; ++i) {
            token_.give(alice, FIRST + i);
            vm.prank(alice);
            token_.approve(address(proxy), FIRST + i);
        }
        return registered(single(coin(), kindsOf(address(token_), count, 4)));
    }

    function kindsOf(address token_, uint256 count, uint8 assetType) private pure returns (Asset[] memory kinds) {
        kinds = new Asset[](count);
        for (uint256 i; i < count; ++i) {
            kinds[i] = Asset(token_, FIRST + i, assetType);
        }
    }

    function hundredDrawn(bytes32 id) private returns (uint256 gas) {
        bonded(id, 90 * PRICE);
        drawn(bob, id, 100);
        return vm.lastCallGas().gasTotalUsed;
    }

    function test_WhenItIsDrawn() public {
        drawn(bob, series(old, 1), 1);
        vm.assertEq(old.ownerOf(FIRST), bob, "delivered");
    }

    function test_WhenAHundredAreDrawn() public {
        hundredDrawn(series(old, 100));
        vm.assertEq(old.balanceOf(bob), 100, "all delivered with 100,000 gas each");
    }

    function test_GivenItWasKept() public {
        bytes32 id = series(old, 1);
        openAs(bob, id, 1);
        old.pause(true);
        mine(2);
        reveal(id, 0);
        vm.assertEq(box.kept(id, bob, 0), 1, "kept while the token is paused");
        old.pause(false);
        vm.prank(eve);
        box.collect(id, 0, 1, bob, bob);
        vm.assertEq(old.ownerOf(FIRST), bob, "collected");
    }

    function test_WhenItIsTakenBackAmongOthers() public {
        old.give(alice, FIRST);
        vm.prank(alice);
        old.approve(address(proxy), FIRST);
        Asset[] memory kinds = new Asset[](2);
        (kinds[0], kinds[1]) = (Asset(address(nft), 1, 3), Asset(address(old), FIRST, 4));
        bytes32 id = registered(single(coin(), kinds));
        vm.warp(END);
        uint256[] memory all = new uint256[](2);
        all[1] = 1;
        vm.prank(alice);
        box.takeBack(id, all);
        vm.assertEq(old.ownerOf(FIRST), alice, "the old one");
        vm.assertEq(nft.ownerOf(1), alice, "and the other");
    }

    function test_RevertGiven_TheReceiverIsTheBlindBox() public {
        bytes32 id = series(old, 1);
        openAs(bob, id, 1);
        old.pause(true);
        mine(2);
        reveal(id, 0);
        old.pause(false);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxDeliveryRefused.selector, address(box), 0));
        vm.prank(bob);
        box.collect(id, 0, 1, bob, address(box));
        vm.assertEq(box.kept(id, bob, 0), 1, "still there");
    }

    function test_WhenOnlyOperatorsMoveIt() public {
        OperatorToken token_ = new OperatorToken();
        token_.give(alice, FIRST);
        drawn(bob, registered(single(coin(), kindsOf(address(token_), 1, 4))), 1);
        vm.assertTrue(token_.ownerOf(FIRST) == bob, "half of the gas is left for the proxy");
    }

    /// Every call a transaction of its own, with nothing warm.
    /// forge-config: default.isolate = true
    function test_WhenAHundredOfAPlainTokenWithListsAreDrawn() public {
        uint256[2] memory gas;
        for (uint8 i; i < 2; ++i) {
            ListedERC721 listed = new ListedERC721();
            vm.prank(alice);
            listed.setApprovalForAll(address(proxy), true);
            for (uint256 item; item < 100; ++item) {
                listed.give(alice, FIRST + item);
            }
            gas[i] = hundredDrawn(registered(single(coin(), kindsOf(address(listed), 100, 3 + i))));
            vm.assertEq(listed.balanceOf(bob), 100, i == 0 ? "type 3" : "type 4: none kept");
        }
        vm.assertLe(gas[1], gas[0] * 105 / 100, "nearly as cheap as of type 3");
    }

    /// forge-config: default.isolate = true
    function test_WhenTheApprovalIsDear() public {
        dearCollected(new DearKitty());
    }

    /// forge-config: default.isolate = true
    function test_WhenTheApprovalIsDearAndTheTokenSilent() public {
        DearKitty dear = new DearKitty();
        dear.setSilent(true);
        dearCollected(dear);
    }

    function dearCollected(DearKitty dear) private {
        bytes32 id = series(dear, 100);
        hundredDrawn(id);
        for (uint256 kind; kind < 100; ++kind) {
            vm.assertEq(box.kept(id, bob, kind), 1, "kept");
            box.collect(id, kind, 1, bob, bob);
            vm.assertEq(dear.ownerOf(FIRST + kind), bob, "collected");
        }
    }
}
