// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder, Request} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {Vm} from "../../base/Vm.sol";

contract BoxOpenTest is BoxBase {
    function test_WhenTheShortFormIsSent() public {
        bytes32 id = registered(aBox(coin()));
        vm.expectEmit(address(box));
        emit IBlindBox.Open(alice, address(0), 0, 10 * PRICE, bob, 2, 1);
        vm.expectEmit(address(box));
        emit IBlindBox.Requested(id, 0, bob, 2, FEE);
        openAs(bob, id, 2);
        vm.assertEq(address(box).balance, 10 ether + 2 * DUE, "held");
        Request memory request = box.requestOf(id, 0);
        vm.assertEq(request.buyer, bob, "buyer");
        vm.assertEq(request.boxes, 2, "boxes");
        vm.assertEq(request.blockNumber, 100, "block");
        vm.assertEq(request.time, START, "time");
        vm.assertEq(box.boxOf(id).left, 8, "left");
        vm.assertEq(box.boxOf(id).pending, 2, "pending");
        vm.assertEq(alice.balance, 990 ether, "the owner waits, too");
    }

    function test_WhenTheDocumentedFormIsSent() public {
        BoxOrder memory order = aBox(token());
        bytes32 id = registered(order);
        Sig memory word = signed(FEE_KEY, box.buyerFeeDigest(id, 100));
        Sig memory owners = signed(ALICE_KEY, Signatures.personalDigest(box.digest(order)));
        vm.prank(eve);
        box.open(order, owners, 100, word, 2, bob);
        vm.assertEq(pay.balanceOf(eve), 1000 ether - 2.02 ether, "the sender pays");
        vm.assertEq(box.requestOf(id, 0).buyer, bob, "who is named");
        vm.prank(eve);
        box.open(order, none(), FEE, none(), 1, address(0));
        vm.assertEq(box.requestOf(id, 1).buyer, eve, "or the sender");
        mine(2);
        reveal(id, 0);
        vm.assertEq(pay.balanceOf(treasury), 0.07 ether, "at the signed fee");
        vm.assertEq(prizesOf(bob), 4, "the buyer's");
    }

    function test_AsDocumented() public {
        bytes32 id = registered(aBox(coin()));
        vm.recordLogs();
        openAs(bob, id, 1);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[0].topics[0], 0xc1d35f94aa5895e589b4eb68f427311463b5a23f1bf05ee6b51914e77d4a2a70, "Open");
        vm.assertEq(
            IBlindBox.OpenIndex.selector, 0x1aa56b2a70a2ebac9c41b3c7b44f27225b20aa7c5ed16157457abdc67aee7b38, "OpenIndex"
        );
        (bool ok, bytes memory answer) = address(box).call(abi.encodeWithSelector(bytes4(0xc7e064b8)));
        vm.assertTrue(!ok && answer.length == 0, "the selector is known: its arguments are missing");
        BoxOrder memory order = aBox(coin());
        vm.deal(bob, DUE);
        vm.prank(bob);
        (ok,) = address(box).call{value: DUE}(abi.encodeWithSelector(bytes4(0xc7e064b8), order, none(), FEE, none(), 1, bob));
        vm.assertTrue(ok, "open");
    }

    function test_TenAtOnce() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 10);
        mine(2);
        vm.recordLogs();
        reveal(id, 0);
        uint256 count;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == IBlindBox.OpenIndex.selector) ++count;
        }
        vm.assertEq(count, 20, "an OpenIndex for each");
        vm.assertEq(prizesOf(bob), 20, "all the buyer's");
        openReverts(eve, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxSoldOut.selector, 0));
    }
}
