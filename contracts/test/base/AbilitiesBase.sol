// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../src/exchange/IExchange.sol";
import {IExchangeForms} from "../../src/exchange/IExchangeForms.sol";
import {IFullExchange} from "../../src/exchange/IFullExchange.sol";
import {Acceptance, Extra, Fill, Order, OrderKey, Sig} from "../../src/exchange/OrderTypes.sol";
import {IPayouts} from "../../src/fees/IPayouts.sol";
import {IManyTransfers} from "../../src/transfer/IManyTransfers.sol";
import {ITransferProxy} from "../../src/transfer/ITransferProxy.sol";
import {IAcceptBySig, IExchangeByBytes, IExchangeBySig, IExchangeWithVoucher} from "./IExchangeForms.sol";
import {IItems} from "./IItems.sol";
import {VoucherBase} from "./VoucherBase.sol";

/// @notice The exchange beside ManyTransfers, and builders of what the forms of the module take.
abstract contract AbilitiesBase is VoucherBase {
    uint256 internal constant CRITERIA = 1;
    uint256 internal constant PRIVATE = 2;
    bytes4 private constant ACCEPT_BY_BYTES = 0xf6f931d5;
    bytes4 private constant MINTING_BY_BYTES = 0x0e4af94c;
    bytes32 private constant MAGIC = keccak256("Plinth bulk signature");

    IManyTransfers internal many;

    function setUp() public virtual override {
        super.setUp();
        address[] memory signers = new address[](1);
        signers[0] = feeSigner;
        address predicted = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 2);
        many = IManyTransfers(vm.deployCode("contracts/artifacts/ManyTransfers.json", abi.encode(predicted)));
        bytes memory args = abi.encode(operator, predicted, treasury, signers, FEE, FEE, address(0));
        exchange = IFullExchange(vm.deployCode("contracts/artifacts/Exchange.json", args));
        args = abi.encode(exchange, address(0), address(0), many);
        proxy = ITransferProxy(vm.deployCode("contracts/artifacts/TransferProxy.json", args));
        approveAll(alice);
        approveAll(bob);
    }

    function approveItems(address token) internal {
        vm.prank(alice);
        IItems(token).setApprovalForAll(address(proxy), true);
    }

    /// @dev Bob bids 1 PAY for each of two of `token`, whichever.
    function criteriaBid(address token, uint8 assetType) internal view returns (Order memory) {
        uint256 salt = saltOf(60, 0, 0, FEE) | (CRITERIA << 64);
        return Order(OrderKey(bob, salt, money(), item(token, 0, assetType)), 2 ether, 2, FEE);
    }

    function signedFor(uint256 key, Order memory order, address taker) internal view returns (bytes memory) {
        return joined(signed(key, exchange.digestByTerms(order, taker)));
    }

    function bobs(Order memory order) internal view returns (bytes memory) {
        return signedFor(BOB_KEY, order, address(0));
    }

    /// @dev Alice gives `id` for `units` of a criteria bid.
    function acceptAny(Order memory order, bytes memory signature, uint256 id, uint256 units, uint256 least) internal {
        vm.prank(alice);
        exchange.acceptCriteriaBid{gas: 5_000_000}(
            order, signature, FEE, none(), units * PRICE, address(0), least, id, new bytes32[](0)
        );
    }

    function acceptance(Order memory order, uint256 id) internal view returns (Acceptance memory a) {
        (a.order, a.buyerFee, a.amount, a.tokenId, a.signature) = (order, FEE, PRICE, id, bobs(order));
    }

    /// @dev Bob's bid for item 1 of the plain collection, under a number of its own.
    function plainBid() internal view returns (Order memory order) {
        order = aBid(address(nft));
        order.key.salt = saltOf(61, 0, 0, FEE);
    }

    /// @dev The hostile line first, so that all that it could spoil comes after.
    function acceptPair(Acceptance memory first, Acceptance memory second) internal returns (bool[] memory) {
        Acceptance[] memory list = new Acceptance[](2);
        (list[0], list[1]) = (first, second);
        vm.prank(alice);
        return exchange.acceptBids{gas: 5_000_000}(list, address(0), 1);
    }

    function buyBy(Order memory order, bytes memory signature, uint256 amount) internal {
        vm.prank(bob);
        exchange.exchange{value: due(PRICE * amount, FEE)}(order, signature, FEE, none(), amount, address(0));
    }

    /// @dev The signature of a tree of two equal orders.
    function leafOf(uint256 key, Order memory order) internal view returns (bytes memory) {
        bytes32 leaf = exchange.hashOrder(order);
        bytes32 typeHash = keccak256(
            "BulkOrder(Order[2] tree)Asset(address token,uint256 tokenId,uint8 assetType)Order(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 sellerFee)"
        );
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Plinth Exchange"),
                keccak256("1"),
                block.chainid,
                exchange
            )
        );
        bytes32 tree = keccak256(abi.encode(typeHash, keccak256(bytes.concat(leaf, leaf))));
        Sig memory sig = signed(key, keccak256(abi.encodePacked("\x19\x01", domain, tree)));
        return abi.encodePacked(joined(sig), leaf, uint16(0), uint8(1), MAGIC);
    }

    /// @dev Every call that moves or pays, signed, so that the guard alone is what refuses it.
    function doors() internal view returns (bytes[] memory list) {
        list = new bytes[](13);
        addSales(list);
        addMints(list);
        addBids(list);
        list[10] = abi.encodeCall(IPayouts.claim, (eve, eve));
        list[11] = abi.encodeCall(IPayouts.withdraw, ());
        list[12] = abi.encodeCall(IExchangeForms.withdrawTokens, (address(pay)));
    }

    function addSales(bytes[] memory list) private view {
        Order memory sale = aSale();
        sale.key.salt = saltOf(70);
        Sig memory sig = makerSig(ALICE_KEY, sale);
        Fill[] memory fills = new Fill[](1);
        fills[0] = Fill(sale, sig, FEE, none(), 1);
        list[0] = abi.encodeCall(IExchangeBySig.exchange, (sale, sig, FEE, none(), 1, eve));
        list[1] = abi.encodeCall(IExchangeByBytes.exchange, (sale, joined(sig), FEE, none(), 1, eve));
        list[2] = abi.encodeCall(IExchangeForms.sweep, (fills, eve, 1));
        list[3] = abi.encodeCall(IExchangeForms.sweepWith, (fills, new Extra[](0), eve, 1));
    }

    function addMints(bytes[] memory list) private view {
        Order memory sale = unminted(single, 1);
        sale.key.salt = saltOf(71);
        Sig memory sig = makerSig(ALICE_KEY, sale);
        bytes memory voucher = signedTerms(single, alice, terms(1));
        list[4] = abi.encodeCall(IExchangeWithVoucher.exchange, (sale, sig, FEE, none(), 1, eve, voucher));
        list[5] = abi.encodeWithSelector(MINTING_BY_BYTES, sale, joined(sig), FEE, none(), 1, eve, voucher);
    }

    function addBids(bytes[] memory list) private view {
        Order memory bid = aBid(address(nft));
        bid.key.salt = saltOf(72, 0, 0, FEE);
        list[6] = abi.encodeCall(IAcceptBySig.acceptBid, (bid, makerSig(BOB_KEY, bid), FEE, none(), PRICE, eve, 0));
        list[7] = abi.encodeWithSelector(ACCEPT_BY_BYTES, bid, bobs(bid), FEE, none(), PRICE, eve, 0);
        bid = criteriaBid(address(nft), 3);
        bid.key.salt += 13;
        Acceptance[] memory bids = new Acceptance[](1);
        bids[0] = acceptance(bid, 1);
        list[8] = abi.encodeCall(
            IExchangeForms.acceptCriteriaBid, (bid, bids[0].signature, FEE, none(), PRICE, eve, 0, 1, new bytes32[](0))
        );
        list[9] = abi.encodeCall(IExchangeForms.acceptBids, (bids, eve, 1));
    }

    function spent(address owner, uint256 number) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, owner, number);
    }

    /// @dev What came in, to the wei, of one fill in PAY for 1 each.
    function assertPaid(uint256 units, uint256 royalty) internal view {
        vm.assertEq(pay.balanceOf(bob), 1000 ether - units * 1.025 ether, "what Bob pays");
        vm.assertEq(pay.balanceOf(alice), units * 0.975 ether - royalty, "proceeds");
        vm.assertEq(pay.balanceOf(carol), royalty, "royalty");
        vm.assertEq(pay.balanceOf(treasury), units * 0.05 ether, "fees");
    }

    /// @dev No lock and no least is left: a bid of far less goes through, and a sale. All coin held is claimable or a fee.
    function assertFree(uint256 fees) internal {
        vm.assertEq(address(exchange).balance, fees + exchange.totalClaimable(), "covered");
        nft.give(alice, 900);
        nft.give(alice, 901);
        Order memory bid = aBid(address(nft));
        (bid.key.buyAsset.tokenId, bid.key.salt, bid.selling) = (900, saltOf(900, 0, 0, FEE), 0.01 ether);
        pay.give(bob, 1 ether);
        accept(bid, 0.01 ether);
        vm.assertEq(nft.ownerOf(900), bob, "a bid after it");
        Order memory sale = aSale();
        (sale.key.sellAsset.tokenId, sale.key.salt) = (901, saltOf(901));
        buy(sale, 1);
        vm.assertEq(nft.ownerOf(901), bob, "a sale after it");
        vm.assertEq(address(exchange).balance, fees + 0.05 ether + exchange.totalClaimable(), "covered after it");
    }
}
