// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase, IBalance} from "../../base/BoxBase.sol";
import {Vm} from "../../base/Vm.sol";

contract BoxRevealTest is BoxBase {
    /// Price, less the seller fee, to the owner; both fees stay; prizes to the buyer; what was drawn is out of the stock.
    function test_WhenPaidInCoin() public {
        bytes32 id = registered(aBox(coin()));
        uint256 before = alice.balance;
        drawn(bob, id, 1);
        vm.assertEq(alice.balance, before + 0.975 ether, "owner");
        vm.assertEq(bob.balance, 1000 ether - DUE, "buyer");
        vm.assertEq(address(box).balance, 10 ether + 0.05 ether, "bond and fees");
        vm.assertEq(prizesOf(bob), 2, "two prizes");
        vm.assertEq(sum(box.leftOf(id)), 18, "left");
        vm.assertEq(box.boxOf(id).pending, 0, "nothing waits");
        vm.assertEq(box.requestOf(id, 0).buyer, address(0), "forgotten");
        box.withdraw();
        vm.assertEq(treasury.balance, 0.05 ether, "fees");
        vm.assertEq(address(box).balance, 10 ether, "bond alone");
    }

    function test_WhenPaidInAToken() public {
        bytes32 id = registered(aBox(token()));
        uint256 before = pay.balanceOf(alice);
        drawn(bob, id, 2);
        vm.assertEq(pay.balanceOf(alice), before + 1.95 ether, "owner");
        vm.assertEq(pay.balanceOf(bob), 1000 ether - 2 * DUE, "buyer");
        vm.assertEq(pay.balanceOf(treasury), 0.1 ether, "fees");
        vm.assertEq(pay.balanceOf(address(box)), 10 ether, "bond");
        vm.assertEq(prizesOf(bob), 4, "four prizes");
    }

    function test_WhenPaidInTickets() public {
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        bytes32 id = registered(order);
        openAs(bob, id, 2);
        vm.assertEq(multi.balanceOf(address(box), 9), 6, "held");
        mine(2);
        reveal(id, 0);
        vm.assertEq(multi.balanceOf(bob, 9), 994, "paid");
        vm.assertEq(multi.balanceOf(address(1), 9), 6, "burnt");
        vm.assertEq(multi.balanceOf(address(box), 9), 0, "none here");
        vm.assertEq(prizesOf(bob), 4, "four prizes");
        vm.assertEq(address(box).balance, 10 ether, "bond alone: no fee");
    }

    /// One box for one ERC721; its prizes are an old and a new ERC721.
    function test_WhenPaidInAnERC721() public {
        Asset[] memory kinds = new Asset[](2);
        (kinds[0], kinds[1]) = (Asset(address(nft), 1, 3), Asset(address(nft), 2, 4));
        nft.give(bob, 50);
        BoxOrder memory order = single(Asset(address(nft), 50, 3), kinds);
        (order.opening, order.buying) = (2, 1);
        bytes32 id = registered(order);
        vm.assertEq(nft.ownerOf(1), address(box), "deposited");
        vm.assertEq(nft.ownerOf(2), address(box), "deposited");
        drawn(bob, id, 1);
        vm.assertEq(nft.ownerOf(1), bob, "new");
        vm.assertEq(nft.ownerOf(2), bob, "old");
        vm.assertEq(nft.ownerOf(50), address(1), "burnt");
    }

    /// Events carry all that anybody needs to draw again.
    function test_WhenTheDrawIsChecked() public {
        bytes32 id = registered(aBox(coin()));
        drawn(bob, id, 3);
        uint256[] memory left = box.leftOf(id);
        openAs(eve, id, 4);
        mine(2);
        vm.recordLogs();
        reveal(id, 1);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[0].topics[0], IBlindBox.Revealed.selector, "Revealed first");
        (bytes32 shown, bytes32 blockHash) = abi.decode(logs[0].data, (bytes32, bytes32));
        vm.assertEq(blockHash, blockhash(103), "of the block after the request");
        uint256[] memory kinds = box.draw(left, 4, 2, false, keccak256(abi.encode(shown, blockHash, id, 1)));
        for (uint256 i; i < 8; ++i) {
            vm.assertEq(logs[1 + i].topics[0], IBlindBox.OpenIndex.selector, "OpenIndex next");
            vm.assertEq(abi.decode(logs[1 + i].data, (uint256)), kinds[i], "as drawn");
        }
    }

    /// Minted prizes carry their kind's metadata.
    function test_WhenThePrizeIsMinted() public {
        bytes32 id = registered(aBox(coin()));
        drawn(bob, id, 10);
        vm.assertEq(prizes.minted(1), 9, "all of the first");
        vm.assertEq(prizes.minted(2), 5, "all of the second");
        vm.assertEq(IBalance(address(prizes)).ownerOf(1_000_009), bob, "the buyer's");
        vm.assertEq(IBalance(address(prizes)).tokenURI(2_000_005), "ipfs://ipfs/B", "metadata");
        vm.assertEq(multi.balanceOf(bob, 7), 6, "editions");
    }

    function test_WhenBoxesMayRepeat() public {
        BoxOrder memory order = aBox(coin());
        (order.repeat, order.assetAmounts[1], order.assetAmounts[0]) = (true, 14, 1);
        bytes32 id = registered(order);
        drawn(bob, id, 10);
        vm.assertEq(prizesOf(bob), 20, "all of it");
        vm.assertEq(sum(box.leftOf(id)), 0, "empty");
    }

    /// Any account sends it, any asks in between: pre-image i is for request i.
    function test_WhenSeveralWait() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 1);
        openAs(eve, id, 2);
        mine(2);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPreimageWrong.selector, preimage(1)));
        reveal(id, 1);
        vm.prank(eve);
        reveal(id, 0);
        vm.assertEq(prizesOf(bob), 2, "the first");
        vm.assertEq(prizesOf(eve), 0, "not yet");
        vm.prank(carol);
        reveal(id, 1);
        vm.assertEq(prizesOf(eve), 4, "the second");
    }

    function test_RevertWhen_TheBlockIsNotThere() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 1);
        for (uint256 number = 100; number < 102; ++number) {
            vm.roll(number);
            vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxRevealEarly.selector, 102));
            reveal(id, 0);
        }
        vm.roll(102);
        reveal(id, 0);
    }

    function test_RevertWhen_NothingWaits() public {
        bytes32 id = registered(aBox(coin()));
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxNothingPending.selector, id));
        reveal(id, 0);
        drawn(bob, id, 1);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxNothingPending.selector, id));
        reveal(id, 0);
    }

    function test_RevertWhen_Unknown() public {
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxUnknown.selector, bytes32("no")));
        reveal("no", 0);
    }

    /// Decided by the block, whose hash alone the draw takes: not by who asks for it, when, or at what price.
    function test_WhenRevealedLater() public {
        bytes32 id = registered(aBox(coin()));
        openAs(bob, id, 2);
        vm.roll(102);
        uint256[] memory left = box.leftOf(id);
        bytes32 seed = keccak256(abi.encode(preimage(0), blockhash(101), id, 0));
        uint256[] memory kinds = box.draw(left, 2, 2, false, seed);
        vm.roll(350);
        vm.warp(START + 29 minutes);
        vm.recordLogs();
        vm.prank(eve);
        reveal(id, 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < 4; ++i) {
            vm.assertEq(abi.decode(logs[1 + i].data, (uint256)), kinds[i], "as decided");
        }
    }

    function sum(uint256[] memory list) private pure returns (uint256 total) {
        for (uint256 i; i < list.length; ++i) {
            total += list[i];
        }
    }
}
