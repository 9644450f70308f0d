// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {BoxBase} from "../../base/BoxBase.sol";

contract BoxCommitTest is BoxBase {
    bytes32 private constant NEW = keccak256(abi.encode(bytes32("new")));

    function commitReverts(address account, bytes32 id, bytes32 anchor_, uint256 requests, bytes memory why) private {
        vm.expectRevert(why);
        vm.prank(account);
        box.commit(id, 0, anchor_, requests);
    }

    function test_RevertWhen_AnotherCommits() public {
        bytes32 id = registered(aBox(coin()));
        commitReverts(bob, id, NEW, CHAIN, abi.encodeWithSelector(IBlindBox.BoxCallerNotOwner.selector, bob, alice));
        commitReverts(alice, "none", NEW, CHAIN, abi.encodeWithSelector(IBlindBox.BoxUnknown.selector, bytes32("none")));
    }

    /// Whether they are in time or missed.
    function test_RevertGiven_RequestsWait() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 2);
        bytes memory why = abi.encodeWithSelector(IBlindBox.BoxPending.selector, 2);
        commitReverts(alice, id, NEW, CHAIN, why);
        vm.warp(START + 1 hours);
        commitReverts(alice, id, NEW, CHAIN, why);
        box.refund(id);
        vm.prank(alice);
        box.commit(id, preimage(0), NEW, CHAIN);
    }

    function test_RevertWhen_ThereIsNoChain() public {
        bytes32 id = registered(aBox(coin()));
        drawn(bob, id, 1);
        bytes memory why = abi.encodeWithSelector(IBlindBox.BoxChainInvalid.selector);
        commitReverts(alice, id, 0, CHAIN, why);
        commitReverts(alice, id, NEW, 0, why);
        commitReverts(alice, id, NEW, (1 << 32) - 1, why);
        vm.prank(alice);
        box.commit(id, 0, NEW, (1 << 32) - 2);
    }

    function test_GivenItIsStopped() public {
        bytes32 id = registered(aBox(coin()));
        drawn(bob, id, 1);
        openAs(bob, id, 2);
        mine(2);
        vm.warp(START + 1 hours);
        box.refund(id);
        vm.expectEmit(address(box));
        emit IBlindBox.Withheld(id, 1, 1, preimage(1));
        vm.expectEmit(address(box));
        emit IBlindBox.ChainCommitted(id, NEW, 2, 3);
        vm.prank(alice);
        box.commit(id, preimage(1), NEW, 1);
        vm.assertTrue(!box.boxOf(id).isStopped, "goes on");
        openAs(eve, id, 2);
        mine(2);
        bytes32 old = preimage(2);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, old));
        box.reveal(id, old);
        box.reveal(id, "new");
        vm.assertEq(prizesOf(eve), 4, "drawn");
    }

    function test_GivenTheChainIsUsedUp() public {
        vm.prank(alice);
        bytes32 id = box.register(aBox(coin()), keccak256(abi.encode(SECRET)), 1, PRICE);
        bonded(id, PRICE);
        openAs(bob, id, 1);
        mine(2);
        box.reveal(id, SECRET);
        openReverts(bob, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxChainUsedUp.selector, 1));
        vm.prank(alice);
        box.commit(id, 0, NEW, 1);
        openAs(eve, id, 1);
        mine(2);
        box.reveal(id, "new");
        vm.assertEq(prizesOf(eve), 2, "drawn");
    }

    /// What is left of the old one is of no use any more.
    function test_GivenTheChainIsInUse() public {
        bytes32 id = registered(aBox(coin()));
        drawn(bob, id, 1);
        vm.prank(alice);
        box.commit(id, 0, NEW, 1);
        vm.assertEq(box.boxOf(id).chainEnd, 2, "one more");
        openAs(eve, id, 1);
        mine(2);
        bytes32 old = preimage(1);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, old));
        box.reveal(id, old);
        box.reveal(id, "new");
    }
}
