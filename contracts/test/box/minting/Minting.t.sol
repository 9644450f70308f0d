// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Box, BoxOrder} from "../../../src/box/BoxTypes.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../../src/transfer/ITransferProxy.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {Mood} from "../../base/Hostile.sol";
import {HostilePrizes} from "./HostilePrizes.sol";

/// @notice A minting collection that plays by no rules, in every state of a series of its own, beside Alice's honest one.
contract BoxMintingTest is BoxBase {
    uint256 private constant STOCK = 60;

    HostilePrizes private hostile;
    bytes32 private honest;
    bytes32 private id;
    /// @dev Boxes of the hostile series that are drawn.
    uint256 private boxesDrawn;

    function setUp() public override {
        super.setUp();
        hostile = new HostilePrizes(box);
        honest = registered(aBox(coin()));
        openAs(eve, honest, 2);
        id = box.hashBox(series());
        hostile.reenter(calls());
        hostile.pick(0);
        register();
    }

    /// @dev Sixty boxes of one prize that the hostile collection, which is the owner, mints.
    function series() private view returns (BoxOrder memory order) {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(hostile), 1, 5);
        order = single(coin(), kinds);
        (order.key.owner, order.key.salt) = (address(hostile), 77);
        (order.assetAmounts[0], order.buying, order.uris[0]) = (STOCK, STOCK * PRICE, "/ipfs/H");
    }

    /// @dev Every external function that moves, pays or changes a series, as the collection would use it.
    function calls() private view returns (bytes[] memory list) {
        list = new bytes[](13);
        BoxOrder memory order = series();
        address own = address(hostile);
        list[0] = abi.encodeCall(box.register, (order, anchor(), CHAIN, PRICE));
        list[1] = abi.encodeCall(box.depositBond, (id, 1));
        list[2] = abi.encodeCall(box.withdrawBond, (id, 1));
        list[3] = abi.encodeCall(box.commit, (id, 0, anchor(), CHAIN));
        list[4] = abi.encodeWithSignature("open(bytes32,uint256)", id, 1);
        list[5] = abi.encodeWithSelector(bytes4(0xc7e064b8), order, none(), FEE, none(), 1, own);
        list[6] = abi.encodeCall(box.reveal, (honest, preimage(0)));
        list[7] = abi.encodeCall(box.refund, (honest));
        list[8] = abi.encodeCall(box.collect, (id, 0, 1, own, own));
        list[9] = abi.encodeCall(box.takeBack, (id, new uint256[](1)));
        list[10] = abi.encodeCall(box.claim, (own, own));
        list[11] = abi.encodeCall(box.claimTokens, (address(pay), own, own));
        list[12] = abi.encodeCall(box.withdraw, ());
    }

    function register() private {
        hostile.act(address(box), abi.encodeCall(box.register, (series(), anchor(), CHAIN, PRICE)));
        vm.deal(address(this), 200 ether);
        box.depositBond{value: 10 * PRICE}(id, 10 * PRICE);
    }

    function openBy(address buyer, uint256 boxes) private {
        if (buyer != address(hostile)) return openAs(buyer, id, boxes);
        bytes memory data = abi.encodeWithSignature("open(bytes32,uint256)", id, boxes);
        hostile.act{value: boxes * DUE}(address(box), data);
    }

    function revealNext() private {
        mine(2);
        boxesDrawn += box.boxOf(id).pending;
        reveal(id, box.boxOf(id).head);
    }

    /// @dev What the box owes in coin, but for the credits.
    function held() private view returns (uint256) {
        Box memory its = box.boxOf(id);
        Box memory hers = box.boxOf(honest);
        return its.bond + hers.bond + (its.pending + hers.pending) * DUE + boxesDrawn * 0.05 ether;
    }

    /// @dev Nothing got in; invariants 2 and 5.
    function holds(uint256 tries) private view {
        vm.assertEq(hostile.tries(), tries, "called back");
        vm.assertEq(hostile.entered(), 0, "shut out");
        vm.assertEq(address(box).balance, held() + box.totalClaimable(), "every coin has its reason");
        uint256 waits = box.kept(id, bob, 0) + box.kept(id, eve, 0) + box.kept(id, address(hostile), 0);
        uint256 given = hostile.balanceOf(bob) + hostile.balanceOf(eve) + hostile.balanceOf(address(hostile));
        vm.assertEq(given + waits + box.leftOf(id)[0], STOCK, "given, kept and left");
        vm.assertEq(box.boxOf(honest).pending, 2, "the honest series waits as before");
    }

    function test_WhenItIsAskedAtARegistration() public view {
        vm.assertEq(box.boxOf(id).owner, address(hostile), "registered: each of its calls was shut out");
        holds(0);
    }

    /// From the mint, and from the owner's payment after it.
    function test_WhenItMintsAtAReveal() public {
        for (uint256 call; call < 13; ++call) {
            hostile.pick(call);
            openBy(bob, 1);
            revealNext();
            vm.assertGe(hostile.balanceSeen(), held() - 0.05 ether, "covered inside the hook");
            holds(2 * (call + 1));
        }
        vm.assertEq(hostile.balanceOf(bob), 13, "delivered");
    }

    function test_WhenItMintsToItself() public {
        for (uint256 call; call < 13; ++call) {
            hostile.pick(call);
            openBy(address(hostile), 2);
            revealNext();
            holds(3 * (call + 1));
        }
    }

    function test_WhenItMintsAtACollection() public {
        hostile.set(Mood.Refuse);
        openBy(bob, 10);
        revealNext();
        openBy(bob, 4);
        revealNext();
        hostile.set(Mood.Calm);
        // What reverted counted nothing.
        holds(0);
        vm.assertEq(box.kept(id, bob, 0), 14, "waits");
        for (uint256 call; call < 13; ++call) {
            hostile.pick(call);
            vm.prank(bob);
            box.collect(id, 0, 1, bob, call % 2 == 0 ? bob : address(hostile));
            holds(call + 1);
        }
        vm.assertEq(box.kept(id, bob, 0), 1, "one for each call");
    }

    function test_WhenItIsRefunded() public {
        for (uint256 call; call < 13; ++call) {
            hostile.pick(call);
            box.depositBond{value: PRICE}(id, PRICE);
            openBy(address(hostile), 1);
            vm.warp(vm.getBlockTimestamp() + 30 minutes);
            box.refund(id);
            holds(call + 1);
            hostile.act(address(box), abi.encodeCall(box.commit, (id, preimage(0), anchor(), CHAIN)));
        }
        vm.assertEq(box.boxOf(id).bond, 10 * PRICE, "its own bond paid");
    }

    function test_WhenItsBondOrCreditIsPaid() public {
        for (uint256 call; call < 13; ++call) {
            hostile.pick(call);
            hostile.set(Mood.Refuse);
            openBy(bob, 1);
            revealNext();
            hostile.set(Mood.Calm);
            vm.assertEq(box.claimable(address(hostile)), 0.975 ether, "credited");
            hostile.act(address(box), abi.encodeCall(box.withdrawBond, (id, PRICE / 2)));
            vm.assertEq(hostile.claimableSeen(), 0.975 ether, "the credit lay there");
            box.claim(address(hostile), address(hostile));
            holds(2 * (call + 1));
        }
    }

    function test_WhenItRevertsBurnsOrBombs() public {
        for (uint256 mood = 1; mood <= 3; ++mood) {
            hostile.set(Mood(mood));
            openBy(bob, 1);
            revealNext();
            vm.assertEq(box.kept(id, bob, 0), mood, "the draw stands, the prize waits");
            holds(0);
        }
    }

    function test_WhenItIsTakenBack() public {
        openBy(bob, 1);
        revealNext();
        vm.warp(END);
        vm.prank(eve);
        box.refund(honest);
        hostile.act(address(box), abi.encodeCall(box.takeBack, (id, new uint256[](1))));
        vm.assertEq(box.leftOf(id)[0], 0, "none left");
        vm.assertEq(hostile.balanceOf(bob), 1, "nothing is minted for what was not drawn");
        vm.assertEq(hostile.entered(), 0, "shut out");
    }

    /// What others approved is for the contracts that the proxy knows.
    function test_WhenItCallsTheProxy() public {
        bytes[] memory list = new bytes[](1);
        list[0] = abi.encodeCall(proxy.erc20safeTransferFrom, (address(pay), bob, address(hostile), 1 ether));
        vm.expectRevert(abi.encodeWithSelector(ITransferProxy.TransferProxyCallerNotOperator.selector, hostile));
        hostile.act(address(proxy), list[0]);
        openBy(bob, 1);
        revealNext();
        vm.assertEq(pay.balanceOf(bob), 1000 ether, "out of its reach");
    }

    /// A collection that serves one account today and another tomorrow spoils its own series only.
    function testFuzz_WhenMoodsChange(uint256 seed) public {
        for (uint256 i; i < 6; ++i) {
            hostile.set(Mood((seed >> (8 * i)) % 4));
            openBy((seed >> (8 * i + 4)) % 2 == 0 ? bob : address(hostile), 1);
            revealNext();
        }
        vm.assertEq(hostile.entered(), 0, "shut out");
        vm.assertEq(address(box).balance, held() + box.totalClaimable(), "every coin has its reason");
        uint256 waits = box.kept(id, bob, 0) + box.kept(id, address(hostile), 0);
        vm.assertEq(
            hostile.balanceOf(bob) + hostile.balanceOf(address(hostile)) + waits + box.leftOf(id)[0], STOCK, "given, kept and left"
        );
    }
}
