// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Draws} from "../../../src/box/Draws.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {Vm} from "../../base/Vm.sol";

/// @notice [F-4] Who missed reveals begins a new chain only with what it withheld, so that all see what would have been drawn.
contract WithheldTest is BoxBase {
    bytes32 private constant NEW = keccak256(abi.encode(bytes32("new")));

    /// @dev `drawnFirst` requests are drawn, then `count` are missed and refunded.
    function missed(uint256 drawnFirst, uint256 count) private returns (bytes32 id) {
        id = registered(aBox(coin()));
        for (uint256 i; i < drawnFirst; ++i) {
            drawn(bob, id, 1);
        }
        lapse(id, count);
    }

    function lapse(bytes32 id, uint256 count) private {
        for (uint256 i; i < count; ++i) {
            openAs(bob, id, 1);
        }
        mine(2);
        vm.warp(vm.getBlockTimestamp() + 30 minutes);
        for (uint256 i; i < count; ++i) {
            box.refund(id);
        }
    }

    function refusedAs(address account, bytes32 id, bytes32 withheld, bytes memory why) private {
        uint256 counted = box.missedOf(id);
        bytes32 was = box.boxOf(id).anchor;
        vm.expectRevert(why);
        vm.prank(account);
        box.commit(id, withheld, NEW, CHAIN);
        vm.assertEq(box.boxOf(id).anchor, was, "as it was");
        vm.assertEq(box.missedOf(id), counted, "withheld still");
    }

    function wrong(bytes32 id, bytes32 withheld) private {
        refusedAs(alice, id, withheld, abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, withheld));
    }

    function committed(bytes32 id, bytes32 withheld) private {
        vm.prank(alice);
        box.commit(id, withheld, NEW, CHAIN);
        vm.assertEq(box.missedOf(id), 0, "none withheld");
        vm.assertTrue(!box.boxOf(id).isStopped, "goes on");
    }

    /// [F-4]
    function test_F4_RevertWhen_NothingIsShown() public {
        wrong(missed(0, 1), 0);
    }

    /// [F-4]
    function test_F4_RevertWhen_TheFirstOfTwoIsShown() public {
        wrong(missed(0, 2), preimage(0));
    }

    /// [F-4]
    function test_F4_RevertWhen_TheMiddleOfThreeIsShown() public {
        wrong(missed(0, 3), preimage(1));
    }

    /// [F-4]
    function test_F4_RevertWhen_TheOneAfterTheLastIsShown() public {
        wrong(missed(0, 2), preimage(2));
    }

    /// [F-4]
    function test_F4_RevertWhen_TheCommitmentIsShown() public {
        wrong(missed(0, 1), anchor());
    }

    /// [F-4]
    function test_F4_RevertWhen_TheLastDrawnIsShown() public {
        wrong(missed(2, 1), preimage(1));
    }

    /// [F-4]
    function test_F4_RevertWhen_OneBitIsAnother() public {
        wrong(missed(0, 1), preimage(0) ^ bytes32(uint256(1)));
    }

    /// [F-4]
    function test_F4_RevertWhen_ItIsOfAnotherChain() public {
        wrong(missed(0, 1), "new");
    }

    /// [F-4]
    function test_F4_RevertGiven_NothingWasMissed() public {
        wrong(missed(1, 0), preimage(1));
    }

    /// [F-4]
    function test_F4_RevertGiven_ItWasShownAlready() public {
        bytes32 id = missed(0, 1);
        committed(id, preimage(0));
        wrong(id, preimage(0));
    }

    /// [F-4]
    function test_F4_RevertGiven_TheNewChainMissedToo() public {
        bytes32 id = missed(0, 1);
        committed(id, preimage(0));
        lapse(id, 1);
        wrong(id, preimage(0));
        committed(id, "new");
    }

    /// [F-4]
    function test_F4_RevertWhen_AnotherAccountShowsIt() public {
        bytes32 id = missed(0, 1);
        refusedAs(eve, id, preimage(0), abi.encodeWithSelector(IBlindBox.BoxCallerNotOwner.selector, eve, alice));
    }

    /// [F-4]
    function test_F4_RevertGiven_ARequestWaitsBehind() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 1);
        openAs(eve, id, 2);
        vm.warp(START + 30 minutes);
        box.refund(id);
        refusedAs(alice, id, preimage(0), abi.encodeWithSelector(IBlindBox.BoxPending.selector, 2));
    }

    /// [F-4]
    function test_F4_RevertWhen_TheNewChainIsNone() public {
        bytes32 id = missed(0, 1);
        bytes32 word = preimage(0);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxChainInvalid.selector));
        vm.prank(alice);
        box.commit(id, word, 0, CHAIN);
        vm.assertEq(box.missedOf(id), 1, "withheld still");
    }

    /// [F-4]
    function test_F4_RevertGiven_AnotherSeriesMissedIt() public {
        missed(0, 1);
        BoxOrder memory order = aBox(coin());
        order.key.salt = 2;
        wrong(registered(order), preimage(0));
    }

    /// [F-4]
    function test_F4_WhenTheOnlyOneIsShown() public {
        bytes32 id = missed(0, 1);
        vm.expectEmit(address(box));
        emit IBlindBox.Withheld(id, 0, 1, preimage(0));
        committed(id, preimage(0));
    }

    /// [F-4]
    function test_F4_WhenTheLastOfSeveralIsShown() public {
        bytes32 id = missed(2, 3);
        vm.assertEq(box.missedOf(id), 3, "counted");
        vm.expectEmit(address(box));
        emit IBlindBox.Withheld(id, 2, 3, preimage(4));
        committed(id, preimage(4));
    }

    /// [F-4] What the logs say afterwards gives the very kinds that a reveal would have drawn.
    function test_F4_WhenItLeadsToTheDraw() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 2);
        mine(2);
        uint256[] memory left = box.leftOf(id);
        bytes32 hash = blockhash(101);
        uint256 before = IStates(address(vm)).snapshotState();
        vm.recordLogs();
        reveal(id, 0);
        uint256[] memory shown = kindsOf(vm.getRecordedLogs());
        IStates(address(vm)).revertToState(before);
        vm.warp(vm.getBlockTimestamp() + 30 minutes);
        box.refund(id);
        vm.recordLogs();
        committed(id, preimage(0));
        (,, bytes32 word) = abi.decode(vm.getRecordedLogs()[0].data, (uint256, uint256, bytes32));
        uint256[] memory would = box.draw(left, 2, 2, false, Draws.seedOf(word, hash, id, 0));
        vm.assertEq(keccak256(abi.encode(would)), keccak256(abi.encode(shown)), "the same draw");
        vm.assertEq(would.length, 4, "two boxes of two");
    }

    function kindsOf(Vm.Log[] memory logs) private pure returns (uint256[] memory kinds) {
        kinds = new uint256[](4);
        uint256 count;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == IBlindBox.OpenIndex.selector) kinds[count++] = abi.decode(logs[i].data, (uint256));
        }
    }
}

/// @dev More of forge's cheats.
interface IStates {
    function snapshotState() external returns (uint256 state);
    function revertToState(uint256 state) external returns (bool);
}
