// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Box, BoxOrder, Request} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {Vm} from "../../base/Vm.sol";

contract BoxOpenTest is BoxBase {
    function test_WhenRegistered() public {
        BoxOrder memory order = aBox(coin());
        bytes32 id = box.hashBox(order);
        vm.expectEmit(address(box));
        emit IBlindBox.BoxRegistered(id, alice, order, PRICE);
        vm.expectEmit(address(box));
        emit IBlindBox.ChainCommitted(id, anchor(), 0, CHAIN);
        vm.assertEq(registered(order), id, "by its hash");
        Box memory stored = box.boxOf(id);
        vm.assertEq(stored.owner, alice, "owner");
        vm.assertEq(stored.boxes, 10, "boxes");
        vm.assertEq(stored.left, 10, "left");
        vm.assertEq(stored.price, PRICE, "price");
        vm.assertEq(stored.bond, 10 * PRICE, "bond");
        vm.assertEq(multi.balanceOf(address(box), 7), 6, "deposited");
        uint256[] memory left = box.leftOf(id);
        vm.assertTrue(left.length == 3 && left[0] == 6 && left[1] == 9 && left[2] == 5, "stock");
    }

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
        vm.assertEq(prizesOf(bob), 4, "his");
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
        vm.assertEq(prizesOf(bob), 20, "all his");
        openReverts(eve, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxSoldOut.selector, 0));
    }

    /// No field is left out of the id.
    function test_EveryFieldCounts() public view {
        BoxOrder memory order = aBox(token());
        bytes32 id = box.hashBox(order);
        for (uint256 field; field < 14; ++field) {
            BoxOrder memory other = aBox(token());
            if (field == 0) other.key.owner = bob;
            if (field == 1) ++other.key.salt;
            if (field == 2) other.key.sellAssets[1].token = bob;
            if (field == 3) ++other.key.sellAssets[2].tokenId;
            if (field == 4) other.key.sellAssets[0].assetType = 3;
            if (field == 5) other.key.buyAsset.assetType = 2;
            if (field == 6) ++other.opening;
            if (field == 7) other.repeat = true;
            if (field == 8) ++other.startTime;
            if (field == 9) ++other.endTime;
            if (field == 10) ++other.buying;
            if (field == 11) ++other.assetAmounts[1];
            if (field == 12) ++other.sellerFee;
            if (field == 13) other.uris[2] = "/ipfs/C";
            vm.assertTrue(box.hashBox(other) != id, "another id");
        }
    }
}
